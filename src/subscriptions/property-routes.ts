import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, pathId, text } from '../core/http/params'

/** Changes that one request may hold. */
const maxChanges = 1000
const longestValue = 100

/**
 * The property: `color`, `is_muted`, `pin_to_top`, `desktop_notifications`, `audible_notifications`,
 * `push_notifications`, `email_notifications` or `wildcard_mentions_notify`; deprecated is `in_home_view`, the opposite
 * of `is_muted`.
 */
const property = z.string().max(longestValue)

const returns = {
  /**
   * Names of parameters that the server does not know and ignored. Always there, also when empty (endpoints, Wire
   * conventions).
   */
  ignored_parameters_unsupported: z.array(z.string()),
}

/**
 * Makes all of the changes, in order, or none. Only your own clients are told, by an event `subscription`, `update` for
 * each change.
 *
 * @error BAD_REQUEST You are not subscribed to one of the streams.
 * @error BAD_REQUEST A property does not exist, or its value is not of its type: for a colour `#` and 3 to 6
 *   hexadecimal digits, else a boolean.
 */
export const changeSubscriptionPropertiesEndpoint = endpoint('POST /users/me/subscriptions/properties', {
  summary: 'Change properties of your subscriptions',
  overSocket: true,
  params: {
    /** The changes, at most 1,000. */
    subscription_data: json(
      z
        .array(
          z.object({
            /** Id of the stream. */
            stream_id: z.int(),
            property,
            /** The new value: for `color` a string, `#` and 3 to 6 hexadecimal digits; else a boolean. */
            value: z.union([z.boolean(), z.string().max(longestValue)]),
          }),
        )
        .max(maxChanges),
    ),
  },
  returns,
  async run({ params, undeclared, realm }) {
    await realm.perform('changeProperties', params)
    return { ignored_parameters_unsupported: undeclared() }
  },
})

/**
 * The new value: for `color` plain text, `#` and 3 to 6 hexadecimal digits; else `true` or `false` (endpoints, Where
 * Rivulet differs).
 */
const valueSchema = z
  .string()
  .max(longestValue)
  .transform((raw) => (raw === 'true' || raw === 'false' ? raw === 'true' : raw))

/**
 * Changes one property of one subscription; `POST /users/me/subscriptions/properties` changes many at once. Only your
 * own clients are told, by an event `subscription`, `update`.
 *
 * @error BAD_REQUEST You are not subscribed to the stream.
 * @error BAD_REQUEST The property does not exist, or the value is not of its type: for a colour `#` and 3 to 6
 *   hexadecimal digits, else a boolean.
 */
export const changeSubscriptionPropertyEndpoint = endpoint('PATCH /users/me/subscriptions/{stream_id}', {
  summary: 'Change one property of one of your subscriptions',
  overSocket: true,
  params: {
    /** Id of the stream. */
    stream_id: pathId(),
    property: text(property),
    value: text(valueSchema),
  },
  returns,
  async run({ params, undeclared, realm }) {
    await realm.perform('changeProperties', { subscription_data: [params] })
    return { ignored_parameters_unsupported: undeclared() }
  },
})
