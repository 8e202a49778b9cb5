declare module "email-providers" {
  /** Domains of public and disposable mailboxes, in lower case. */
  const domains: string[];
  export default domains;
}
