/** User-facing copy of connections to mail servers. The servers' own words are shown as they are. */

export const notPrivate = (host: string) => `${host} isn't on a private network. Choose TLS or STARTTLS.`;
export const notFound = (host: string) => `No server named ${host} was found. Check the name.`;
export const refusedConnection = (host: string, port: number) =>
  `${host} refused the connection on port ${port}. Check the port.`;
export const unreachable = (host: string) => `${host} can't be reached. Check the name and the network.`;
export const noAnswer = (host: string) => `${host} isn't responding. Check the port, or try again later.`;
export const connectionLost = (host: string) => `The connection to ${host} was lost. Try again later.`;
export const closedWith = (host: string, words: string) => `${host} closed the connection: ${words}`;
export const untrustedCertificate = (host: string, reason: string) =>
  `The certificate for ${host} can't be trusted: ${reason}. Check the server name, or install a valid certificate on the server.`;
export const noSecureConnection = (host: string, reason: string) =>
  `Couldn't open a secure connection to ${host}: ${reason}. Check the port and encryption.`;
export const noStartTls = (host: string) => `${host} doesn't offer STARTTLS. Choose TLS instead.`;
export const unreadableAnswer = (host: string) => `${host} sent an unreadable response. Check the port and encryption.`;
export const noSuitableSignIn = (host: string) =>
  `${host} doesn't offer a sign-in method that Taskdesk supports. Check the port and encryption.`;
export const unreadableMessage = "The server couldn't deliver this message after several attempts.";
export const notMoved = (words: string) =>
  `Processed messages can't be moved, marked or deleted. Check “After processing” and the account's permissions. The mail server said: ${words}`;

export const noInternationalAddresses = (host: string) =>
  `${host} can't deliver to addresses with non-ASCII characters. Use another address for this person.`;
export const largerThanServerTakes = (host: string) =>
  `The message is larger than ${host} accepts. Send it again with smaller files.`;
export const unreadableSource = (reason: string) => `The message couldn't be read: ${reason}`;
export const shuttingDown = "The server is shutting down.";

export const noSuchAddress = "No such address here";
export const messageTooLarge = "Message too large";
export const messageTooSlow = "Message took too long to arrive, try again later";
export const cannotStore = "Can't store the message now, try again later";
export const tooManyMessages = "Too many messages on one connection, open another";
export const messageStored = "Message stored";

export const wrongSignature =
  "The signature is missing, wrong or older than 5 minutes. Check the URL, the signing secret and the clock.";
export const largerThanSetting =
  "The message is larger than this address accepts. Make it smaller, or raise “Largest message (MiB)” in the address's settings.";
export const tooSlow = "The message took longer than two minutes to arrive. Send it again.";
export const twoAtOnce = "Two messages for this address are already arriving. Send this one again in a moment.";
export const emptyMessage = "The message is empty. Send it as the body of the request.";

export const providerAway = (host: string, reason: string) =>
  `${host} can't be reached: ${reason}. Check the network, or try again later.`;
export const providerInTrouble = (host: string, words: string) => `${host} isn't working right now: ${words}`;
export const providerUnreadable = (host: string) => `${host} sent an unreadable response. Try again later.`;
export const providerRefused = (words: string) => `The provider refused: ${words}`;
