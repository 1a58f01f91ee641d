import { z } from 'zod'
import { longestRaw } from '../messages/text'

/** What senders leave out, they also send as null. */
const words = z.string().max(longestRaw).nullish()
const address = z.string().max(2000).nullish()

const textObject = z.object({ type: z.enum(['plain_text', 'mrkdwn']), text: z.string().max(longestRaw) })

const image = z.object({ type: z.literal('image'), image_url: address, alt_text: words })

const section = z.object({
  type: z.literal('section'),
  text: textObject.nullish(),
  fields: z.array(textObject).max(100).nullish(),
})

const header = z.object({ type: z.literal('header'), text: textObject })

const context = z.object({ type: z.literal('context'), elements: z.array(z.union([textObject, image])).max(100) })

const divider = z.object({ type: z.literal('divider') })

const actions = z.object({
  type: z.literal('actions'),
  elements: z.array(z.looseObject({ text: textObject.nullish(), url: address })).max(100),
})

const understood = [section, header, context, divider, actions, image] as const
const types: readonly string[] = understood.map(({ shape }) => shape.type.value)

/** What a webhook cannot show, such as an input, is passed over. */
const otherBlock = z
  .looseObject({ type: z.string().refine((type) => !types.includes(type), 'Malformed block') })
  .transform(() => ({ type: 'other' as const }))

const blocks = z
  .array(z.union([...understood, otherBlock]))
  .max(100)
  .nullish()

const attachment = z.object({
  pretext: words,
  author_name: words,
  author_link: address,
  title: words,
  title_link: address,
  text: words,
  fields: z
    .array(z.object({ title: words, value: z.union([z.string().max(longestRaw), z.number(), z.boolean()]).nullish() }))
    .max(100)
    .nullish(),
  image_url: address,
  footer: words,
  /** For clients that show no attachments. */
  fallback: words,
  blocks,
})

/** What is posted to a Slack-compatible webhook: the parts of it that have a meaning here. */
export const slackSchema = z.object({
  text: words,
  channel: words,
  blocks,
  attachments: z.array(attachment).max(100).nullish(),
})

export type SlackPayload = z.output<typeof slackSchema>
export type SlackAttachment = z.output<typeof attachment>
export type SlackBlock = NonNullable<z.output<typeof blocks>>[number]
export type SlackImage = z.output<typeof image>
export type SlackTextObject = z.output<typeof textObject>
