/** The provider refused for good: a wrong or expired secret, or withdrawn consent. An admin has to act. */
export class OAuthRefused extends Error {
  override name = "OAuthRefused";
}
