/** An address that is not fetched, and why, in words for the model. */
export class RefusedAddress extends Error {}
