"""What can be asked for, by address; games bring addresses of their own (brought.py)."""

from tablefolk.web.routes import (
    bringing,
    do,
    drawing,
    front,
    health,
    join,
    key,
    log,
    notes,
    paper,
    recap,
    rules,
    seat,
    table,
)

ROUTES = [
    *front.ROUTES,
    *health.ROUTES,
    *bringing.ROUTES,
    *join.ROUTES,
    *key.ROUTES,
    *table.ROUTES,
    *do.ROUTES,
    *log.ROUTES,
    *recap.ROUTES,
    *notes.ROUTES,
    *paper.ROUTES,
    *drawing.ROUTES,
    *seat.ROUTES,
    *rules.ROUTES,
]
