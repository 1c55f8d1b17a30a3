// @ts-check
/** What a table of Rotate Bird does beyond what every table does: one can draw at it. */
import './drawing-pad.js';
