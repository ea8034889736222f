"""The reference pages of the site, made of the code that they are about when the site is built."""
