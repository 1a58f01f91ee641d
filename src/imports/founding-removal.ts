import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import { deleteIndexEntries } from '../messages/search-index'
import { forgetTexts } from '../old-texts/writes'

/**
 * Deletes what an organization has beside its owner, the notification bot and system groups, so that the ids of an archive are free.
 * Files are removed apart, because they are in the bucket as well.
 */
export function removeFounding(realm_id: number): Fragment[] {
  const ofMessages = inRealm(fragment`message_id`, realm_id)
  const ofUsers = inRealm(fragment`user_id`, realm_id)
  const ofStreams = inRealm(fragment`stream_id`, realm_id)
  const ofGroups = inRealm(fragment`group_id`, realm_id)
  const ids = inRealm(fragment`id`, realm_id)
  return [
    ...forgetTexts(realm_id),
    deleteIndexEntries(fragment`(select id from message where ${ids})`),
    fragment`delete from attachment_message where ${ofMessages}`,
    fragment`delete from message_flag where ${ofUsers}`,
    fragment`delete from message where ${ids}`,
    fragment`delete from message_digest where id >= ${beforeFirstId(realm_id)} and id < ${beforeFirstId(realm_id + 1)}`,
    fragment`delete from read_page where ${ofUsers}`,
    fragment`delete from read_recent where realm_id = ${realm_id}`,
    fragment`delete from conversation_member where ${ofUsers}`,
    fragment`delete from conversation where ${ids}`,
    fragment`delete from draft where ${ofUsers}`,
    fragment`delete from scheduled_message where realm_id = ${realm_id}`,
    fragment`delete from invitation where realm_id = ${realm_id}`,
    fragment`delete from muted_topic where ${ofUsers}`,
    fragment`delete from muted_user where ${ofUsers}`,
    fragment`delete from subscription_span where ${ofUsers}`,
    fragment`delete from subscription where ${ofUsers}`,
    fragment`delete from default_stream_group_member where ${ofGroups}`,
    fragment`delete from default_stream_group where realm_id = ${realm_id}`,
    fragment`delete from stream_traffic where ${ofStreams}`,
    fragment`delete from stream where realm_id = ${realm_id}`,
    fragment`delete from user_group_member where ${ofGroups}`,
    fragment`delete from user_group where realm_id = ${realm_id} and not is_system_group`,
    fragment`delete from realm_emoji where realm_id = ${realm_id}`,
    fragment`delete from realm_linkifier where realm_id = ${realm_id}`,
    fragment`delete from playground where realm_id = ${realm_id}`,
    fragment`delete from realm_domain where realm_id = ${realm_id}`,
    fragment`delete from profile_value where ${ofUsers}`,
    fragment`delete from profile_field where realm_id = ${realm_id}`,
    fragment`delete from alert_word where ${ofUsers}`,
    fragment`delete from limit_use where ${ofUsers}`,
  ]
}
