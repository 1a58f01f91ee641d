import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, pathId, text } from '../core/http/params'

export const addDefaultStreamEndpoint = endpoint('POST /default_streams', {
  summary: 'Subscribe new users to a stream from now on',
  params: { stream_id: json(z.int()) },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('addDefaultStream', params)
  },
})

export const removeDefaultStreamEndpoint = endpoint('DELETE /default_streams', {
  summary: 'Do not subscribe new users to a stream any more',
  params: { stream_id: json(z.int()) },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('removeDefaultStream', params)
  },
})

const longText = text(z.string().max(10_000))

/** Streams that one request may name. */
const streamNames = json(z.array(z.string().max(1000)).max(200))

export const createDefaultStreamGroupEndpoint = endpoint('POST /default_stream_groups/create', {
  summary: 'Create a group of streams that people can choose when they arrive',
  params: { group_name: longText, description: longText, stream_names: streamNames },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('createDefaultStreamGroup', params)
  },
})

export const updateDefaultStreamGroupEndpoint = endpoint('PATCH /default_stream_groups/{group_id}', {
  summary: 'Change the name or the description of such a group',
  params: { group_id: pathId(), new_group_name: longText.optional(), new_description: longText.optional() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateDefaultStreamGroup', params)
  },
})

export const changeDefaultStreamGroupEndpoint = endpoint('PATCH /default_stream_groups/{group_id}/streams', {
  summary: 'Add streams to such a group, or remove them',
  params: { group_id: pathId(), op: text(z.enum(['add', 'remove'])), stream_names: streamNames },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('changeDefaultStreamGroup', params)
  },
})

export const deleteDefaultStreamGroupEndpoint = endpoint('DELETE /default_stream_groups/{group_id}', {
  summary: 'Delete such a group, but none of its streams',
  params: { group_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deleteDefaultStreamGroup', params)
  },
})
