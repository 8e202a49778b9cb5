/** The text of a message. The HTML is our own markdown.server's, which lets no tag and no script of a writer through. */
export function MessageBody({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above; it is made once, when the message is stored.
  return <div className="message-body prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
