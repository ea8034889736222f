"""A run: the experiment that asks for it, the plan that it becomes, and the work."""
