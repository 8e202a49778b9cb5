declare module "email-providers" {
  /** Domains of public and of throw-away mailboxes, in lower case. */
  const domains: string[];
  export default domains;
}
