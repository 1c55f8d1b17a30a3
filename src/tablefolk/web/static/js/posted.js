// @ts-check
/** A form that came back with a no is a page like any other: the way back leads to it, and sends nothing again. */
history.replaceState(null, '', location.href);

export {};
