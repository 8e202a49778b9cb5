import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import * as say from "./addresses-copy";

/** How to send mail by HTTP. `secret`: newly created, shown only here; null otherwise. */
export function HttpDelivery({ url, secret }: { url: string; secret: string | null }) {
  return (
    <div className="form mail-delivery">
      <p>{say.aboutHttp}</p>
      <TextField key={url} label={say.url} name="url" readOnly defaultValue={url} />
      {secret ? (
        <TextField
          key={secret}
          label={say.signingSecret}
          name="shown"
          readOnly
          autoComplete="off"
          defaultValue={secret}
          hint={say.copyTheSecret}
        />
      ) : (
        <Notice>{say.secretIsKept}</Notice>
      )}
      <p>{say.howToSign}</p>
      <figure className="mail-example">
        <figcaption className="field-label">{say.example}</figcaption>
        <pre>
          <code>{say.httpExample(url)}</code>
        </pre>
      </figure>
    </div>
  );
}
