/** A qualifier that reads well and yet cannot be answered; the message is for whoever typed it. */
export class Unanswerable extends Error {}
