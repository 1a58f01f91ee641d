import { botTypes, creatableBotTypes } from '../../../../client/policies'
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Choices, Field, SaveStatus, Select, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Button } from '../../../ui'
import { foldCase } from '../../../lib/rank'
import { useSession } from '../../../session/context'
import { Key } from './key'
import type { Bot } from './rights'
import { asJson, interfaces } from './service'

/** Suggests a short name for a name. */
const suggestShortName = (name: string): string =>
  foldCase(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)

type CreatedBot = Pick<Bot, 'email' | 'bot_type' | 'full_name'> & { readonly api_key: string }

/** The form that makes a bot of the current user. Shows its key afterwards. */
export function NewBot() {
  const { ask, store } = useSession()
  const t = texts.organization.bots
  const saving = useSaveState()
  const possible = creatableBotTypes(store)
  const chosen = useSignal(possible[0]!)
  const bot_type = possible.includes(chosen.value) ? chosen.value : possible[0]!
  const name = useSignal('')
  /** Null until the user edits it; it follows the name until then. */
  const short = useSignal<string | null>(null)
  const payload_url = useSignal('')
  const interface_type = useSignal<number>(interfaces.generic)
  const newBot = useSignal<CreatedBot | null>(null)
  const isBusy = useSignal(false)
  const short_name = short.value ?? suggestShortName(name.value)
  const isOutgoing = bot_type === botTypes.outgoing

  async function make(): Promise<void> {
    const full_name = name.value.trim()
    if (full_name === '') return saving.refuse(t.nameless)
    if (isOutgoing && payload_url.value.trim() === '') return saving.refuse(t.addressNeeded)
    isBusy.value = true
    const service = { payload_url: asJson(payload_url.value), interface_type: interface_type.value }
    await saving.save(async () => {
      const bot = { full_name, short_name, bot_type, ...(isOutgoing && service) }
      const { api_key } = await ask('POST /bots', bot)
      newBot.value = { full_name, bot_type, email: addressOf(short_name), api_key }
    })
    isBusy.value = false
  }

  const addressOf = (first: string): string => `${first}-bot@${store.state.realm_bot_domain.value}`

  if (newBot.value !== null) return <MadeBot bot={newBot.value} />
  return (
    <form
      class="sections"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <Choices
        legend={t.kind}
        value={bot_type}
        options={possible.map((value) => ({ value, label: t.kinds[value], hint: t.kindHints[value] }))}
        onChoose={(value) => (chosen.value = value)}
      />
      <div class="fields">
        <Field
          label={t.name}
          name="name"
          autocomplete="off"
          maxLength={100}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
        <div>
          <Field
            label={t.shortName}
            name="short"
            autocomplete="off"
            maxLength={60}
            value={short_name}
            onInput={({ currentTarget }) => (short.value = currentTarget.value)}
          />
          {short_name !== '' && (
            <p class="hint" dir="auto">
              {t.addressWillBe(addressOf(short_name))}
            </p>
          )}
        </div>
        {isOutgoing && (
          <>
            <Field
              label={t.serviceAddress}
              name="address"
              autocomplete="off"
              maxLength={2000}
              value={payload_url.value}
              onInput={({ currentTarget }) => (payload_url.value = currentTarget.value)}
            />
            <Select
              label={t.interface}
              value={interface_type.value}
              options={Object.values(interfaces).map((value) => ({ value, label: t.interfaces[value] }))}
              onChoose={(value) => (interface_type.value = value)}
            />
          </>
        )}
      </div>
      <div>
        <div class="buttons">
          <Button kind="main" type="submit" disabled={isBusy.value}>
            {t.make}
          </Button>
        </div>
        <SaveStatus of={saving} />
      </div>
    </form>
  )
}

function MadeBot({ bot }: { bot: CreatedBot }) {
  const t = texts.organization.bots
  const text = useRef<HTMLParagraphElement>(null)
  // The form that had the focus has left the DOM.
  useLayoutEffect(() => text.current!.focus(), [])
  return (
    <>
      <p ref={text} tabIndex={-1}>
        {t.made(bot.full_name)}
      </p>
      <Key bot={bot} api_key={bot.api_key} />
    </>
  )
}
