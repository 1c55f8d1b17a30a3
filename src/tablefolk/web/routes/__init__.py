"""What can be asked for, by address."""

from tablefolk.web.routes import (
    bringing,
    do,
    drawing,
    front,
    icons,
    join,
    kit,
    log,
    notes,
    pack,
    paper,
    playbook,
    recap,
    rules,
    seat,
    table,
)

ROUTES = [
    *front.ROUTES,
    *bringing.ROUTES,
    *join.ROUTES,
    *table.ROUTES,
    *do.ROUTES,
    *log.ROUTES,
    *recap.ROUTES,
    *notes.ROUTES,
    *paper.ROUTES,
    *drawing.ROUTES,
    *pack.ROUTES,
    *icons.ROUTES,
    *kit.ROUTES,
    *playbook.ROUTES,
    *seat.ROUTES,
    *rules.ROUTES,
]
