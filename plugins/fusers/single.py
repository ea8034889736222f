"""One lane on its own, as a condition beside the fused ones."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from benchbook import FuserPlugin, Rankings, Topics, UsageError, hookimpl


class SingleFuser:
    """Gives the ranking of its only lane, cut to depth: order, ties and scores untouched."""

    def check_lanes(self, lanes: Collection[str]) -> None:
        """Refuse any number of lanes but one.

        Raises:
            UsageError: there is another number.
        """
        if len(lanes) != 1:
            found = ", ".join(sorted(lanes)) or "none"
            message = f'single: found the lanes {found}; expected one: say lanes = ["NAME"]'
            raise UsageError(message)

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        self.check_lanes(lanes)
        (ranking,) = lanes.values()
        return ranking.for_topics(topics).cut(depth)


@hookimpl
def benchbook_plugins() -> list[FuserPlugin]:
    return [
        FuserPlugin(
            name="single",
            version="1",
            summary="The ranking of one lane, untouched",
            build=SingleFuser,
        )
    ]
