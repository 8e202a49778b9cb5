/** The compiler turns these imports into the address of the finished file, its name carrying a hash of its content. */
declare module "*.svg" {
  const href: string;
  export default href;
}

declare module "*.css" {
  const href: string;
  export default href;
}
