/** What else is out on the record of a delegation. */
import { LIVING, ON_RECORD } from "../conditions.js";

/** One index for whoever asks what else of a record is out: to read every open rental would hold the desk up. */
export const LIVING_LEGS = `
DROP INDEX leg_locked;
DROP INDEX leg_open;
CREATE INDEX leg_living ON leg (receiver, resource, locked, owner) WHERE ${LIVING}`;

/** The same without the legs that concern no other yet. */
export const LEGS_OF_RECORDS = `
DROP INDEX leg_living;
CREATE INDEX leg_of_record ON leg (receiver, resource, locked, owner) WHERE ${ON_RECORD}`;
