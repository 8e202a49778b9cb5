/** The body of a response; for an event stream, its first chunk. */
export async function responseText(answer: Response): Promise<string> {
  if (!answer.headers.get("Content-Type")?.startsWith("text/event-stream")) return answer.text();
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}
