import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, pathId, text } from '../core/http/params'

/**
 * Makes a stream a default stream: new users are subscribed to it, unless their invitation names other streams. Present
 * users are not. Administrators only. Members are told by an event `default_streams`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The stream does not exist, or you may not see its messages.
 * @error BAD_REQUEST The stream is private, or is in a default stream group.
 * @error BAD_REQUEST There are 100 default streams already.
 */
export const addDefaultStreamEndpoint = endpoint('POST /default_streams', {
  summary: 'Subscribe new users to a stream from now on',
  overSocket: true,
  params: {
    /** Id of the stream. */
    stream_id: json(z.int()),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('addDefaultStream', params)
  },
})

/**
 * Makes a stream an ordinary one. Nobody is unsubscribed. Does nothing if it is no default stream. Administrators only.
 * Members are told by an event `default_streams`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The stream does not exist.
 */
export const removeDefaultStreamEndpoint = endpoint('DELETE /default_streams', {
  summary: 'Do not subscribe new users to a stream any more',
  overSocket: true,
  params: {
    /** Id of the stream. */
    stream_id: json(z.int()),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('removeDefaultStream', params)
  },
})

const longText = text(z.string().max(10_000))

/** Id of the group, as `realm_default_stream_groups` of `POST /register` has it. */
const group_id = pathId()

/** Names of streams, in any case: at most 200. */
const stream_names = json(z.array(z.string().max(1000)).max(200))

/**
 * A default stream group is a set of streams that clients offer to new users, who join all of it or nothing. Default
 * streams are in no group, and private streams neither. Administrators only. Members are told by an event
 * `default_stream_groups`, which holds the id of the new group.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The name is empty, too long, or has a character that no name may have; or another group has it, in
 *   any case. Or the description is too long.
 * @error BAD_REQUEST One of the streams does not exist, is a default stream, or is private.
 * @error BAD_REQUEST There are 20 groups already, or the group would have more than 50 streams.
 */
export const createDefaultStreamGroupEndpoint = endpoint('POST /default_stream_groups/create', {
  summary: 'Create a group of streams that new users can choose',
  overSocket: true,
  params: {
    /** Name of the group: 1 to 60 characters, none of them a control, surrogate or non-character code point. */
    group_name: longText,
    /** What the group is for: at most 1,024 characters. */
    description: longText,
    stream_names,
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('createDefaultStreamGroup', params)
  },
})

/**
 * Changes the name, the description, or both. Administrators only. Members are told by an event
 * `default_stream_groups`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The group does not exist.
 * @error BAD_REQUEST Neither a new name nor a new description was sent, or the group has this name already.
 * @error BAD_REQUEST The name is empty, too long, or has a character that no name may have; or another group has it, in
 *   any case. Or the description is too long.
 */
export const updateDefaultStreamGroupEndpoint = endpoint('PATCH /default_stream_groups/{group_id}', {
  summary: 'Change the name or the description of a default stream group',
  overSocket: true,
  params: {
    group_id,
    /** The new name: 1 to 60 characters, none of them a control, surrogate or non-character code point. */
    new_group_name: longText.optional(),
    /** The new description: at most 1,024 characters. */
    new_description: longText.optional(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateDefaultStreamGroup', params)
  },
})

/**
 * Adds or removes all of the streams, or none. Administrators only. Members are told by an event
 * `default_stream_groups`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The group does not exist.
 * @error BAD_REQUEST One of the streams does not exist.
 * @error BAD_REQUEST One of the streams to add is in the group already, is a default stream, or is private; or the
 *   group would have more than 50 streams.
 * @error BAD_REQUEST One of the streams to remove is not in the group.
 */
export const changeDefaultStreamGroupEndpoint = endpoint('PATCH /default_stream_groups/{group_id}/streams', {
  summary: 'Add streams to a default stream group, or remove them',
  overSocket: true,
  params: {
    group_id,
    /** `add` puts the streams into the group, `remove` takes them out. */
    op: text(z.enum(['add', 'remove'])),
    stream_names,
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('changeDefaultStreamGroup', params)
  },
})

/**
 * Deletes a group. Its streams and their subscribers stay as they are. Administrators only. Members are told by an
 * event `default_stream_groups`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The group does not exist.
 */
export const deleteDefaultStreamGroupEndpoint = endpoint('DELETE /default_stream_groups/{group_id}', {
  summary: 'Delete a default stream group, but none of its streams',
  overSocket: true,
  params: { group_id },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deleteDefaultStreamGroup', params)
  },
})
