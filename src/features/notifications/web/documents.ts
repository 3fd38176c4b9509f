import { gql } from '#platform/web/client/gql.ts';

const fields = gql(`fragment fields on Notification {
  id affiliate_id timestamp read name url message kind version }`);

export const documents = {
  page: gql(
    `query ($me: Int!, $unread: Boolean, $next: String) {
    queryAllByAffiliateId(affiliate_id: $me, unread_only: $unread, nextToken: $next) {
      items { ...fields } nextToken unread } }`,
    [fields],
  ),
  count: gql('query ($me: Int!) { queryAllByAffiliateId(affiliate_id: $me, limit: 1) { unread } }'),
  update: gql(
    `mutation ($me: Int!, $id: ID!, $read: Boolean!) {
    updateNotification(affiliate_id: $me, id: $id, read: $read) { ...fields } }`,
    [fields],
  ),
  readAll: gql('mutation ($me: Int!) { readAllNotifications(affiliate_id: $me) { until changed } }'),
  delete: gql('mutation ($me: Int!, $id: ID!) { deleteNotification(affiliate_id: $me, id: $id) { id } }'),
  restore: gql('mutation ($me: Int!, $id: ID!) { restoreNotification(affiliate_id: $me, id: $id) { ...fields } }', [
    fields,
  ]),
  onCreate: gql('subscription ($me: Int!) { onCreate(affiliate_id: $me) { ...fields } }', [fields]),
  onUpdate: gql('subscription ($me: Int!) { onUpdate(affiliate_id: $me) { ...fields } }', [fields]),
  onDelete: gql('subscription ($me: Int!) { onDelete(affiliate_id: $me) { id affiliate_id } }'),
  onReadAll: gql('subscription ($me: Int!) { onReadAll(affiliate_id: $me) { until } }'),
  choices: gql(`query ($me: Int!) {
    notificationChoices(affiliate_id: $me) { kind title group can_portal can_mail in_portal by_mail is_required is_muted } }`),
  choose: gql(`mutation ($me: Int!, $kind: String!, $portal: Boolean!, $mail: Boolean!) {
    updateNotificationChoice(affiliate_id: $me, kind: $kind, in_portal: $portal, by_mail: $mail) {
      kind title group can_portal can_mail in_portal by_mail is_required is_muted } }`),
  mute: gql(`mutation ($me: Int!, $group: String!, $muted: Boolean!) {
    muteNotificationGroup(affiliate_id: $me, group: $group, is_muted: $muted) {
      kind title group can_portal can_mail in_portal by_mail is_required is_muted } }`),
};
