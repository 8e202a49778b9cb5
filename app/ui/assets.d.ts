/** These imports return the built file's address, with a content hash in its name. */
declare module "*.svg" {
  const href: string;
  export default href;
}

declare module "*.css" {
  const href: string;
  export default href;
}
