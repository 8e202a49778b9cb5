import { type SqlBool, sql } from "kysely";

/**
 * Whether mail to the requester or to people in copy wasn't delivered, and no agent has dismissed that. For queries on
 * `delivery` and `outgoing_mail`. The first line is written as in the index `delivery_undelivered`.
 */
export const isUndelivered = sql<SqlBool>`(delivery.state in ('failed', 'bounced') and delivery.dismissed_at is null
  and outgoing_mail.kind in ('reply', 'acknowledgement', 'resolved', 'reminder'))`;
