/**
 * File storage doesn't respond, or refuses us. The message is for the server's admin and holds no key. `refused`: it
 * responded, so a retry won't help.
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
