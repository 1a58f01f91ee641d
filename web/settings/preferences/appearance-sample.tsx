import { texts } from '../../i18n'
import { clockOf } from '../../features/conversation/message'
import { Avatar } from '../../ui'
import { useSession } from '../../session/context'
import './appearance-sample.css'

/** Two messages and a row of the sidebar in the current text size and density. */
export function AppearanceSample() {
  const { title, stream, messages } = texts.settings.sample
  const { outbox } = useSession()
  const time = clockOf(outbox.state.user_settings.value).time(new Date(2026, 0, 1, 9, 41))
  return (
    <figure class="looks-sample" aria-label={title}>
      <p class="stream" dir="auto">
        {stream}
      </p>
      {Object.values(messages).map(({ name, text }, index) => (
        <div key={name} class="sample-row">
          <Avatar user_id={index + 1} name={name} size={32} />
          <div>
            <strong dir="auto">{name}</strong> <small>{time}</small>
            <p dir="auto">{text}</p>
          </div>
        </div>
      ))}
    </figure>
  )
}
