import { useRef } from 'preact/hooks'
import type { AnswerOf } from '../../../client'
import { canGetPushes, canNotify, mustInstall, registerPush } from '../../features/notifications'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'
import { Button, showToast } from '../../ui'
import { Loading, More, Section, useLoaded, useSaveState } from '../../ui/form'

type Device = AnswerOf<'GET /users/me/web_push'>['devices'][number]

/** The devices that get push notifications, with a button that registers this one. */
export function PushDevices() {
  const session = useSession()
  const { ask, store } = session
  const t = texts.settings.push
  const saving = useSaveState()
  const list = useLoaded(async () => (await ask('GET /users/me/web_push')).devices)
  const root = useRef<HTMLDivElement>(null)

  async function turnOn(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') return showToast(texts.notifications.blocked)
    if (await saving.save(() => registerPush(session, store, { again: true }), t.turnedOn)) await list.load()
  }

  async function remove(device_id: number): Promise<void> {
    // The button leaves the DOM with its row.
    root.current!.focus()
    if (await saving.save(() => ask('DELETE /users/me/web_push/{device_id}', { device_id }), t.removed))
      await list.load()
  }

  async function test(device: Device): Promise<void> {
    await saving.save(async () => {
      const { outcome, service_status, service_answer } = await ask('POST /users/me/web_push/{device_id}/test', {
        device_id: device.id,
      })
      const answer = [service_status ?? '', service_answer].join(' ').trim()
      showToast([t.outcomes[outcome](device.host), answer].join(' '))
    })
    await list.load()
  }

  return (
    <div ref={root} tabIndex={-1}>
      <Section title={t.devices} saving={saving}>
        <Loading of={list} texts={texts.settings} />
        <More items={list.data.value ?? []}>
          {(device) => (
            <Row
              key={device.id}
              device={device}
              onTest={() => void test(device)}
              onRemove={() => void remove(device.id)}
            />
          )}
        </More>
        {list.data.value?.length === 0 && <p class="hint">{t.none}</p>}
        {mustInstall && <p class="hint">{t.install}</p>}
        {canNotify && canGetPushes ? (
          <div class="buttons">
            <Button onClick={() => void turnOn()}>{t.turnOn}</Button>
          </div>
        ) : (
          !mustInstall && <p class="hint">{t.cannot}</p>
        )}
      </Section>
    </div>
  )
}

/** `last_success` is accurate to the day, in UTC. */
const day = (seconds: number): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    seconds * 1000,
  )

interface RowProps {
  readonly device: Device
  readonly onTest: () => void
  readonly onRemove: () => void
}

function Row({ device: { name, host, last_success }, onTest, onRemove }: RowProps) {
  const t = texts.settings.push
  return (
    <li>
      <span class="grow">
        <bdi>{name}</bdi>
        <small>{[host, last_success === null ? t.never : t.lastPush(day(last_success))].join(' · ')}</small>
      </span>
      <Button aria-label={t.testOf(name)} onClick={onTest}>
        {t.test}
      </Button>
      <Button aria-label={t.removeOf(name)} onClick={onRemove}>
        {t.remove}
      </Button>
    </li>
  )
}
