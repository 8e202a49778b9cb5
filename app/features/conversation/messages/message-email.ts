/** Marks of an email that its readers see. */
const FOR_ALL = ["automatic", "outsider", "encrypted", "cut", "remote_images"] as const;
const FOR_AGENTS = ["unverified", "forwarded", "thanks"] as const;

export type EmailMark = (typeof FOR_ALL | typeof FOR_AGENTS)[number];

type NamedAddress = { name: string; address: string };

export type EmailHeaders = {
  authorId: number | null;
  from: string;
  /** Empty for none. */
  replyTo: string;
  to: NamedAddress[];
  cc: NamedAddress[];
};

/** The displayed details of the email that a message arrived as. */
export type MessageEmail = {
  marks: EmailMark[];
  /** Its Date in UTC milliseconds, if that is more than a day from when it arrived. */
  sentAt?: number;
  /** For agents only. */
  headers?: EmailHeaders;
};

/** Reads `message_email.flags`. `works`: whether the reader has agent access to the task. */
export const marksIn = (flags: string, works: boolean): EmailMark[] => {
  const set = flags.split(",");
  return [...FOR_ALL, ...(works ? FOR_AGENTS : [])].filter((mark) => set.includes(mark));
};

/** Lets the browser load a message's remote pictures, which received email keeps as `data-remote-src`. */
export const withRemotePictures = (html: string) =>
  html.replaceAll('<img data-remote-src="', '<img referrerpolicy="no-referrer" loading="lazy" src="');
