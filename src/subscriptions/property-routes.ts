import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, pathId, text } from '../core/http/params'

/** Changes that one request may hold. */
const mostChanges = 1000
const longestValue = 100

const property = z.string().max(longestValue)

/** Always told, also when nothing was ignored (endpoints, Wire conventions). */
const returns = { ignored_parameters_unsupported: z.array(z.string()) }

export const changeSubscriptionPropertiesEndpoint = endpoint('POST /users/me/subscriptions/properties', {
  summary: 'Change properties of your subscriptions',
  params: {
    subscription_data: json(
      z
        .array(z.object({ stream_id: z.int(), property, value: z.union([z.boolean(), z.string().max(longestValue)]) }))
        .max(mostChanges),
    ),
  },
  returns,
  async run({ params, undeclared, realm }) {
    await realm.perform('changeProperties', params)
    return { ignored_parameters_unsupported: undeclared() }
  },
})

/** A value that stands alone: JSON booleans, else text as it is (endpoints, Where Rivulet differs). */
const valueSchema = z
  .string()
  .max(longestValue)
  .transform((raw) => (raw === 'true' || raw === 'false' ? raw === 'true' : raw))

export const changeSubscriptionPropertyEndpoint = endpoint('PATCH /users/me/subscriptions/{stream_id}', {
  summary: 'Change one property of one of your subscriptions',
  params: { stream_id: pathId(), property: text(property), value: text(valueSchema) },
  returns,
  async run({ params, undeclared, realm }) {
    await realm.perform('changeProperties', { subscription_data: [params] })
    return { ignored_parameters_unsupported: undeclared() }
  },
})
