/**
 * The storage of attached files does not answer, or refuses us. The message is for whoever looks after the server; it holds
 * no key. `refused`: it did answer, and trying again will not help.
 */
export class StorageAway extends Error {
  override name = "StorageAway";
  constructor(
    message: string,
    readonly refused: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
