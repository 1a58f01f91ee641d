import { useMemo } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { More } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Button } from '../../../ui'
import { Dialog } from '../../../ui/dialog'
import { useSession } from '../../../session/context'
import { mutePerson, muteStream, muteTopic } from './muting'

export const MutedDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={texts.mutes.title} onClose={onClose}>
    <MutedList />
  </Dialog>
)

/** Everything that the user has muted, with buttons to unmute it. */
export function MutedList() {
  const session = useSession()
  const { store, outbox } = session
  const t = texts.mutes
  const streams = outbox.state.subscriptions.value
  const topics = outbox.state.muted_topics.value
  const { users } = store
  // What the user unmutes here stays in the list, so that nothing moves and they can mute it again.
  const before = useMemo(
    () => ({
      people: store.state.muted_users.peek().map(({ id }) => id),
      streams: streams.filter(({ is_muted }) => is_muted).map(({ stream_id }) => stream_id),
      topics: topics.flatMap(([name, topic]) => {
        const stream = streams.find((one) => one.name === name)
        return stream ? [{ stream_id: stream.stream_id, name, topic }] : []
      }),
    }),
    [],
  )
  const isNothing = Object.values(before).every(({ length }) => length === 0)
  return (
    <div class="sections">
      {isNothing && <p>{t.nothing}</p>}
      <Section title={t.people} items={before.people}>
        {(id) => (
          <Row
            key={id}
            name={users.name(id) ?? texts.sidebar.somebody}
            isMuted={store.users.isMuted(id)}
            onChange={(value) => void mutePerson(session, id, value)}
          />
        )}
      </Section>
      <Section title={t.streams} items={before.streams}>
        {(stream_id) => {
          const stream = streams.find((one) => one.stream_id === stream_id)
          return (
            stream && (
              <Row
                key={stream_id}
                name={stream.name}
                isMuted={stream.is_muted}
                onChange={(value) => muteStream(session, stream, value)}
              />
            )
          )
        }}
      </Section>
      <Section title={t.topics} items={before.topics}>
        {({ stream_id, name, topic }) => (
          <Row
            key={`${stream_id} ${topic}`}
            name={texts.mainPane.topicOf(name, topic || texts.sidebar.noTopic)}
            isMuted={topics.some((one) => one[0] === name && one[1] === topic)}
            onChange={(value) => muteTopic(session, { stream_id, topic }, value)}
          />
        )}
      </Section>
    </div>
  )
}

interface SectionProps<T> {
  readonly title: string
  readonly items: readonly T[]
  readonly children: (item: T) => ComponentChildren
}

const Section = <T,>({ title, items, children }: SectionProps<T>) =>
  items.length === 0 ? null : (
    <section>
      <h3>{title}</h3>
      <More items={items}>{children}</More>
    </section>
  )

interface RowProps {
  readonly name: string
  readonly isMuted: boolean
  readonly onChange: (isMuted: boolean) => void
}

function Row({ name, isMuted, onChange }: RowProps) {
  const { mute, unmute } = texts.mutes
  return (
    <li>
      <span class="grow" dir="auto">
        {name}
      </span>
      <Button aria-label={(isMuted ? unmute : mute)(name)} onClick={() => onChange(!isMuted)}>
        {isMuted ? texts.profile.unmute : texts.profile.mute}
      </Button>
    </li>
  )
}
