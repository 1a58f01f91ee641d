import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import type { Example } from '../../src/integrations/example'
import { fittingMessage } from '../../src/integrations/fitting'
import { notShown, readerOf, type EventResult, type WebhookIntegration } from '../../src/integrations/integration'
import { resultOf, webhookRequest } from '../../src/integrations/reading'
import { integrations } from '../../src/integrations/services'
import type { WebhookRequest } from '../../src/integrations/webhook-request'
import { nothingKnown } from '../../src/markdown/context'
import { render, type RenderedText } from '../../src/markdown/render'

const modules = import.meta.glob<{ examples: readonly Example[] }>('../../src/integrations/services/*/examples.ts', {
  eager: true,
})

const examplesOf = ({ name }: WebhookIntegration): readonly Example[] =>
  modules[`../../src/integrations/services/${name}/examples.ts`]!.examples

const bodyOf = (payload: unknown): string => (typeof payload === 'string' ? payload : JSON.stringify(payload))

const requestOf = ({ headers = {} }: Example, payload: unknown): WebhookRequest =>
  webhookRequest(new Headers({ 'Content-Type': 'application/json', ...headers }), bodyOf(payload))!

function resultFor(integration: WebhookIntegration, example: Example, payload: unknown): EventResult {
  const request = requestOf(example, payload)
  return resultOf(integration, integration.eventOf(request), request)
}

const messageOf = (result: EventResult) => {
  if (typeof result === 'string') return result
  const { topic, content } = fittingMessage(result)
  return { topic, content }
}

/** The HTML of a message in an organization where everybody and every stream can be named. */
const renderText = (content: string): RenderedText =>
  render(content, {
    ...nothingKnown,
    user: () => ({ id: 7, full_name: 'Ada Park' }),
    group: (name) => ({ id: 4, name }),
    stream: (name) => ({ id: 12, name }),
    wildcards: true,
  })

/** The JSON with every text replaced. */
function withTexts(value: unknown, text: (before: string) => unknown): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((inner) => withTexts(inner, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTexts(inner, text)]))
}

/** The JSON with its texts replaced one at a time: a value for each of them. */
function withEachText(value: object, replacement: string): unknown[] {
  let count = 0
  withTexts(value, () => (count += 1))
  return Array.from({ length: count }, (_, place) => {
    let index = -1
    return withTexts(value, (before) => ((index += 1) === place ? replacement : before))
  })
}

/** A name that every object inherits. */
const inherited = 'constructor'

const hostileTexts = [
  '@**all** @**Ada Park** @*ops* #**garden** #**garden>x** @_**all**',
  '](javascript:alert(1)) [here](https://evil.example) **b** *i* ~~s~~ `c` $$x$$',
  '```\n@**all**\n~~~~quote\n````',
  '\n\n# Title\n> quote\n* @**all**\n\n@**all**',
  '<time:2022-03-01T10:00:00Z> <b>x</b> &lt;i&gt; &#64;**all**',
  '/me \u202Eabc\0 \uD800 \u2028',
]

const webhooks = integrations.filter((integration) => integration.source === 'webhook')

const tables = webhooks.flatMap((integration) =>
  examplesOf(integration).map((example) => [integration.label, example.title, integration, example] as const),
)

describe('an example', () => {
  test.each(tables)('%s: %s', (_, __, integration, example) => {
    expect(messageOf(resultFor(integration, example, example.payload))).toEqual(example.message ?? 'not_shown')
  })
})

describe('a service', () => {
  test.each(webhooks.map((integration) => [integration.label, integration] as const))(
    '%s has an example for every event that is shown',
    (_, integration) => {
      const shown = Object.entries(integration.events).flatMap(([name, reader]) => (reader === notShown ? [] : name))
      const readers = examplesOf(integration).map((example) =>
        readerOf(integration, integration.eventOf(requestOf(example, example.payload))),
      )
      const missing = shown.filter((name) => !readers.includes(integration.events[name]))
      expect(missing).toEqual([])
    },
  )

  test.each(integrations.map(({ name }) => [name]))('%s has a name for addresses', (name) => {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
  })
})

describe('texts of others', () => {
  test.each(tables)('mention nobody and change nothing around them: %s: %s', (_, __, integration, example) => {
    for (const text of hostileTexts) {
      // Events and actions are named by texts, too, so words of one kind stay.
      const payload = withTexts(example.payload, (before) =>
        /^[a-z_.:/-]+$/.test(before) ? before : `${before} ${text}`,
      )
      const message = messageOf(resultFor(integration, example, payload))
      if (typeof message === 'string') continue
      const { html, mentioned, groups, wildcard } = renderText(message.content)
      expect({ mentioned, groups, wildcard }).toEqual({ mentioned: [], groups: [], wildcard: false })
      expect(html).not.toMatch(/href="(?!https?:|\/|mailto:|#narrow)/)
      // What the owner of a webhook composed may have links of theirs.
      if (integration.category === 'automation') continue
      expect(html.replaceAll(/<blockquote>[^]*<\/blockquote>/g, '')).not.toMatch(
        /href="https:\/\/evil\.example"[^>]*>(?!https:)/,
      )
    }
  })

  test.each(tables)('may be names that every object inherits: %s: %s', (_, __, integration, example) => {
    if (typeof example.payload !== 'object' || example.payload === null) return
    const messagesWith = (name: string): string =>
      JSON.stringify(
        withEachText(example.payload as object, name).map((payload) =>
          messageOf(resultFor(integration, example, payload)),
        ),
      ).toLowerCase()
    // Some texts are cut to ten characters.
    const expected = messagesWith('unheardofxy')
      .replaceAll('unheardofxy', inherited)
      .replaceAll('unheardofx', inherited.slice(0, 10))

    expect(messagesWith(inherited)).toBe(expected)
  })

  test.each(tables)('of any type make one message or none: %s: %s', (_, __, integration, example) => {
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...hostileTexts), fc.double())
    fc.assert(
      fc.property(fc.array(anything, { minLength: 1, maxLength: 5 }), fc.nat(4), (values, step) => {
        let index = 0
        const payload = withTexts(example.payload, (before) => {
          index += 1
          return index % (step + 1) === 0 ? values[index % values.length] : before
        })
        const message = messageOf(resultFor(integration, example, payload))
        if (typeof message === 'string') return
        expect(message.content.trim()).not.toBe('')
        expect(Array.from(message.topic).length).toBeLessThanOrEqual(60)
        expect(new TextEncoder().encode(message.content).length).toBeLessThanOrEqual(10_000)
        renderText(message.content)
      }),
      { numRuns: 20 },
    )
  })
})
