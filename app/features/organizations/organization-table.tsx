import { formatCount } from "~/features/records/counts";
import type { ListedOrganization } from "./organization-read.server";
import { SHARING_NAMES } from "./organizations";
import * as say from "./organizations-copy";

const DOMAINS_SHOWN = 3;

export function OrganizationTable({ organizations }: { organizations: readonly ListedOrganization[] }) {
  return (
    <table className="table organizations" aria-label={say.organizations} data-prefetch="intent">
      <thead>
        <tr>
          <th scope="col">{say.name}</th>
          <th scope="col">{say.domains}</th>
          <th scope="col">{say.requestsAreSeenBy}</th>
          <th scope="col" className="number">
            {say.members}
          </th>
        </tr>
      </thead>
      <tbody>
        {organizations.map(({ id, name, domains, sharing, members }) => (
          <tr key={id}>
            <th scope="row">
              <a className="row-link" href={`/organizations/${id}`}>
                {name}
              </a>
            </th>
            <td>
              {domains.slice(0, DOMAINS_SHOWN).join(", ")}
              {domains.length > DOMAINS_SHOWN && ", …"}
            </td>
            <td data-label={say.requestsAreSeenBy}>{SHARING_NAMES[sharing]}</td>
            <td className="number" data-label={say.members}>
              {formatCount(members)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
