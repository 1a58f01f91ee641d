import { useSignal } from '@preact/signals'
import type { User } from '../../../client'
import { postPolicies } from '../../../client/policies'
import { Check, Choices, Field, More, Select } from '../../ui/form'
import { texts } from '../../i18n'
import { Filter } from '../../ui/list'
import { Button } from '../../ui'
import { Dialog } from '../../ui/dialog'
import { streamAddress, goTo } from '../../routes/routes'
import { searchPeople } from '../people/search'
import { reasonOf } from '../../ui/reason'
import { useSession } from '../../session/context'
import { kinds, type StreamPrivacy } from './stream'
import { posters } from './posters'
import './streams.css'

/** A dialog that creates a stream with the user and others as subscribers. */
export function CreateStream({ onClose }: { onClose: () => void }) {
  const { store, ask } = useSession()
  const { state, user_id } = store
  const t = texts.streams
  const isPublicAllowed = state.can_create_public_streams.value
  const isPrivateAllowed = state.can_create_private_streams.value
  const isAllowed: Readonly<Record<StreamPrivacy, boolean>> = {
    web: state.can_create_web_public_streams.value,
    public: isPublicAllowed,
    private: isPrivateAllowed,
    fromNow: isPrivateAllowed,
  }
  const offered = (Object.keys(kinds) as StreamPrivacy[]).filter((one) => isAllowed[one])
  const kind = useSignal<StreamPrivacy>(isPublicAllowed ? 'public' : offered.at(0)!)
  const policy = useSignal<number>(postPolicies.everybody)
  const chosen = useSignal<ReadonlySet<number>>(new Set())
  const typed = useSignal('')
  const problem = useSignal('')
  const isBusy = useSignal(false)

  const users = state.realm_users.value
  const isWanted = (one: User): boolean => one.user_id !== user_id && !one.is_bot
  const found = searchPeople(users, typed.value, { isWanted, maxResults: Infinity })

  async function create(form: HTMLFormElement): Promise<void> {
    const [name, description] = ['name', 'description'].map((field) =>
      (new FormData(form).get(field) as string).trim(),
    ) as [string, string]
    const isTaken = [...store.streams.all.value.values()].some((one) => one.name.toLowerCase() === name.toLowerCase())
    problem.value = name === '' ? t.nameless : isTaken ? t.taken : ''
    if (problem.value !== '') return
    isBusy.value = true
    const { is_private, ...readers } = kinds[kind.value]
    try {
      await ask('POST /users/me/subscriptions', {
        subscriptions: [{ name, ...(description !== '' && { description }) }],
        principals: [user_id, ...chosen.value],
        invite_only: is_private,
        ...readers,
        stream_post_policy: policy.value,
        announce: !is_private,
      })
      const { stream_id } = await ask('GET /get_stream_id', { stream: name })
      onClose()
      goTo(streamAddress({ stream_id, name }))
    } catch (error) {
      isBusy.value = false
      problem.value = reasonOf(error)
    }
  }

  return (
    <Dialog title={t.create} onClose={onClose}>
      <form
        class="sections"
        onSubmit={(event) => {
          event.preventDefault()
          void create(event.currentTarget)
        }}
      >
        <Field label={t.name} name="name" autocomplete="off" maxLength={state.max_stream_name_length.value} />
        <Field
          label={t.description}
          name="description"
          autocomplete="off"
          maxLength={state.max_stream_description_length.value}
        />
        <Choices
          legend={t.readers}
          value={kind.value}
          options={offered.map((value) => ({
            value,
            label: texts.streamEditing.kinds[value],
            hint: t.privacy[value],
          }))}
          onChoose={(value) => (kind.value = value)}
        />
        <Select
          label={texts.streamEditing.whoPosts}
          value={policy.value}
          options={posters()}
          onChoose={(value) => (policy.value = value)}
        />
        {state.can_subscribe_other_users.value && users.some(isWanted) && (
          <section>
            <h3>{t.chosen(chosen.value.size)}</h3>
            <Filter name={t.findPeople} value={typed.value} onType={(value) => (typed.value = value)} />
            {found.length === 0 && <p class="hint">{t.nobody}</p>}
            <More key={typed.value} items={found}>
              {(one) => (
                <li key={one.user_id}>
                  <Check
                    label={one.full_name}
                    isOn={chosen.value.has(one.user_id)}
                    onChange={(isOn) => {
                      const others = [...chosen.value].filter((id) => id !== one.user_id)
                      chosen.value = new Set(isOn ? [...others, one.user_id] : others)
                    }}
                  />
                </li>
              )}
            </More>
          </section>
        )}
        {problem.value !== '' && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="buttons">
          <Button kind="main" type="submit" disabled={isBusy.value}>
            {t.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
