import { erasedNumber } from '../../../../client'
import { creatableBotTypes, mayAdministerBot, maySeeBot, type BotType } from '../../../../client/policies'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { offeredToReader } from '../../../session/bot-offers'
import { More, Section } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Filter } from '../../../ui/list'
import { Button } from '../../../ui'
import { rank } from '../../../lib/rank'
import { dialogs } from '../../../routes/dialogs'
import { useStore } from '../../../session/context'
import { BringBack } from '../bring-back'
import { mayAddIntegration } from '../integrations/rights'
import { Account, ListAndOne, useOpenItem } from '../list-and-one'
import { About } from './about'
import { OneBot } from './bot'
import { NewBot } from './new-bot'
import { Offers } from './offers'
import type { Bot } from './rights'

/** Up to this many bots, no search box is shown. */
const maxWithoutSearch = 8

/** The user's own bots; all bots for an administrator. */
export function Bots() {
  const store = useStore()
  const t = texts.organization.bots
  const item = useOpenItem('bots')
  const { opened, open } = item
  const typed = useSignal('')
  const bots = store.state.realm_bots.value.filter((bot) => maySeeBot(bot, store))
  const nameOf = (id: number | null): string => store.users.name(id ?? 0) ?? ''
  const found = rank(bots, typed.value, {
    names: ({ full_name, email, owner_id }) => [full_name, email, nameOf(owner_id)],
    maxResults: Infinity,
  })
  const active = found.filter(({ is_active }) => is_active)
  const own = active.filter(({ owner_id }) => owner_id === store.user_id)
  const others = active.filter(({ owner_id }) => owner_id !== store.user_id)
  const inactiveBots = found.filter(({ is_active }) => !is_active)
  const mayMake = creatableBotTypes(store).length > 0
  const offers = offeredToReader(store)
  const hint = useRef<HTMLParagraphElement>(null)

  return (
    <ListAndOne item={item} back={t.all} one={oneOf()}>
      {offers.length > 0 && (
        <Offers offers={offers} onAccepted={(bot_id) => open(bot_id)} onEmpty={() => hint.current?.focus()} />
      )}
      <p ref={hint} class="hint" tabIndex={-1}>
        {t.hint}
      </p>
      {mayMake && (
        <div class="buttons">
          <Button data-one="new" onClick={() => open('new')}>
            {t.make}
          </Button>
        </div>
      )}
      {mayAddIntegration(store) && (
        <div>
          <p class="hint">{t.integrations}</p>
          <a class="link" href={`${dialogs.integrations}/new`}>
            {texts.organization.integrations.add}
          </a>
        </div>
      )}
      {bots.length > maxWithoutSearch && (
        <Filter name={t.find} value={typed.value} onType={(text) => (typed.value = text)} />
      )}
      {found.length === 0 && <p class="hint">{bots.length === 0 ? t.none : t.notFound}</p>}
      {own.length > 0 && (
        <List key={`own ${typed.value}`} title={t.own} bots={own} onOpen={(bot) => open(bot.user_id)} />
      )}
      {others.length > 0 && (
        <List key={`others ${typed.value}`} title={t.others} bots={others} onOpen={(bot) => open(bot.user_id)} />
      )}
      {inactiveBots.length > 0 && (
        <Section title={texts.organization.people.gone(inactiveBots.length)}>
          <More key={typed.value} items={inactiveBots}>
            {(bot) => (
              <BringBack
                key={bot.user_id}
                user={store.users.get(bot.user_id) ?? bot}
                about={<About bot={bot} />}
                isAllowed={
                  mayAdministerBot(bot, store) &&
                  erasedNumber(bot) === null &&
                  creatableBotTypes(store).includes(bot.bot_type as BotType)
                }
                isBack={t.isBack(bot.full_name)}
              />
            )}
          </More>
        </Section>
      )}
    </ListAndOne>
  )

  function oneOf() {
    if (opened === 'new') return mayMake ? { title: t.make, content: <NewBot /> } : null
    const bot = bots.find(({ user_id, is_active }) => user_id === opened && is_active)
    if (!bot || !mayAdministerBot(bot, store)) return null
    return { title: bot.full_name, content: <OneBot bot={bot} /> }
  }
}

interface ListProps {
  readonly title: string
  readonly bots: readonly Bot[]
  readonly onOpen: (bot: Bot) => void
}

function List({ title, bots, onOpen }: ListProps) {
  const store = useStore()
  const t = texts.organization.bots
  return (
    <Section title={title}>
      <More items={bots}>
        {(bot) => (
          <li key={bot.user_id}>
            <Account user={bot} about={<About bot={bot} />}>
              {mayAdministerBot(bot, store) && (
                <Button data-one={bot.user_id} aria-label={t.changeOf(bot.full_name)} onClick={() => onOpen(bot)}>
                  {t.change}
                </Button>
              )}
            </Account>
          </li>
        )}
      </More>
    </Section>
  )
}
