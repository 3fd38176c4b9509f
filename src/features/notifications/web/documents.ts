const fields = 'id affiliate_id timestamp read name url message kind version';

/** A test checks each document against the schema. */
export const documents = {
  page: `query ($me: Int!, $unread: Boolean, $next: String) {
    queryAllByAffiliateId(affiliate_id: $me, unread_only: $unread, nextToken: $next) {
      items { ${fields} } nextToken unread } }`,
  count: 'query ($me: Int!) { queryAllByAffiliateId(affiliate_id: $me, limit: 1) { unread } }',
  update: `mutation ($me: Int!, $id: ID!, $read: Boolean!) {
    updateNotification(affiliate_id: $me, id: $id, read: $read) { ${fields} } }`,
  readAll: 'mutation ($me: Int!) { readAllNotifications(affiliate_id: $me) { until changed } }',
  delete: 'mutation ($me: Int!, $id: ID!) { deleteNotification(affiliate_id: $me, id: $id) { id } }',
  restore: `mutation ($me: Int!, $id: ID!) { restoreNotification(affiliate_id: $me, id: $id) { ${fields} } }`,
  onCreate: `subscription ($me: Int!) { onCreate(affiliate_id: $me) { ${fields} } }`,
  onUpdate: `subscription ($me: Int!) { onUpdate(affiliate_id: $me) { ${fields} } }`,
  onDelete: 'subscription ($me: Int!) { onDelete(affiliate_id: $me) { id affiliate_id } }',
  onReadAll: 'subscription ($me: Int!) { onReadAll(affiliate_id: $me) { until } }',
  choices: `query ($me: Int!) {
    notificationChoices(affiliate_id: $me) { kind title can_portal can_mail in_portal by_mail is_required } }`,
  choose: `mutation ($me: Int!, $kind: String!, $portal: Boolean!, $mail: Boolean!) {
    updateNotificationChoice(affiliate_id: $me, kind: $kind, in_portal: $portal, by_mail: $mail) {
      kind title can_portal can_mail in_portal by_mail is_required } }`,
};
