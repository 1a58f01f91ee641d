import { z } from 'zod'
import { longestRaw } from '../messages/text'

// Senders may send null for missing values.
const words = z.string().max(longestRaw).nullish()
const address = z.string().max(2000).nullish()

const textObject = z.object({
  /** `mrkdwn` if the text has markup, `plain_text` if not. */
  type: z.enum(['plain_text', 'mrkdwn']),
  /** The text. */
  text: z.string().max(longestRaw),
})

const image = z.object({
  type: z.literal('image'),
  /** Address of the image, which is shown as a link. */
  image_url: address,
  /** Text of the link. */
  alt_text: words,
})

const button = z.looseObject({
  /** Label of a button. */
  text: textObject.nullish(),
  /** Where the button leads. A button without an address is left out. */
  url: address,
})

/** Something that people would choose from, which nobody here can. */
const otherAccessory = z
  .looseObject({
    /** Any other type, such as a menu, is left out. */
    type: z.string().refine((type) => type !== 'image' && type !== 'button', 'Malformed accessory'),
  })
  .transform(() => null)

const section = z.object({
  type: z.literal('section'),
  /** A paragraph. */
  text: textObject.nullish(),
  /** Further paragraphs, at most 100. */
  fields: z.array(textObject).max(100).nullish(),
  /** A picture or a button beside the text, which is shown below it. Any other kind is left out. */
  accessory: z.union([image, button.extend({ type: z.literal('button') }), otherAccessory]).nullish(),
})

const header = z.object({
  type: z.literal('header'),
  /** The text, which is shown in bold. */
  text: textObject,
})

const context = z.object({
  type: z.literal('context'),
  /** Texts and images of one line, at most 100. */
  elements: z.array(z.union([textObject, image])).max(100),
})

const divider = z.object({ type: z.literal('divider') })

const actions = z.object({
  type: z.literal('actions'),
  /** Buttons, at most 100. */
  elements: z.array(button).max(100),
})

const understood = [section, header, context, divider, actions, image] as const
const types: readonly string[] = understood.map(({ shape }) => shape.type.value)

const otherBlock = z
  .looseObject({
    /** Any other type, such as an input, is left out. */
    type: z.string().refine((type) => !types.includes(type), 'Malformed block'),
  })
  .transform(() => ({ type: 'other' as const }))

const blocks = z
  .array(z.union([...understood, otherBlock]))
  .max(100)
  .nullish()

const attachment = z.object({
  /** Text above the attachment. */
  pretext: words,
  /** Name of an author. */
  author_name: words,
  /** Where the author's name leads. */
  author_link: address,
  /** Title, which is shown in bold. */
  title: words,
  /** Where the title leads. */
  title_link: address,
  /** Text. */
  text: words,
  /** Names and values, at most 100, a line each. */
  fields: z
    .array(
      z.object({
        /** Name of the field, which is shown in bold. */
        title: words,
        /** Value of the field. */
        value: z.union([z.string().max(longestRaw), z.number(), z.boolean()]).nullish(),
      }),
    )
    .max(100)
    .nullish(),
  /** Buttons, at most 100, which are shown as links. Those without an address are left out. */
  actions: z
    .array(
      z.looseObject({
        /** Label of the button. */
        text: z.union([words, textObject]),
        /** Where the button leads. */
        url: address,
      }),
    )
    .max(100)
    .nullish(),
  /** Address of an image, which is shown as a link. */
  image_url: address,
  /** Address of a small image, which is shown as a link. */
  thumb_url: address,
  /** Text below the attachment. */
  footer: words,
  /** Text for clients that show no attachments. It is shown if the attachment has nothing else. */
  fallback: words,
  /** Blocks of the attachment, at most 100. */
  blocks,
})

/** What is posted to an incoming webhook of Slack. Fields without a meaning here are left out. */
export const slackSchema = z.object({
  /** Text in Slack's markup. It is not shown if there are blocks to show. */
  text: words,
  /** Name of a channel of Slack: the topic, if the address of the webhook has none. */
  channel: words,
  /** Blocks, at most 100, which are shown instead of the text. */
  blocks,
  /** Attachments, at most 100, which are shown below. */
  attachments: z.array(attachment).max(100).nullish(),
})

export type SlackPayload = z.output<typeof slackSchema>
export type SlackAttachment = z.output<typeof attachment>
export type SlackBlock = NonNullable<z.output<typeof blocks>>[number]
export type SlackImage = z.output<typeof image>
export type SlackSection = z.output<typeof section>
export type SlackButton = z.output<typeof button>
export type SlackAccessory = z.output<typeof section>['accessory']
export type SlackTextObject = z.output<typeof textObject>
