import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AnswerOf } from '../../../../client'
import { texts } from '../../../i18n'
import { useStore } from '../../../session/context'
import { Button } from '../../../ui'
import { CopyLine, Section } from '../../../ui/form'
import { FeedReading } from './feed-reading'
import { integrationAddress } from './integration-address'
import { ServiceSecret } from './service-secret'
import { SetupSteps } from './setup-steps'
import { TestMessage } from './test-message'
import type { Service } from './use-integrations'

/** Bot, key and secret of a new integration. Only this answer has the key and the secret. */
export type IntegrationAccess = AnswerOf<'POST /integrations'>

interface FirstStepsProps {
  readonly service: Service
  readonly access: IntegrationAccess
  readonly onFinish: () => void
}

/** What a service has to know of its new integration, shown once, and what to do there. A feed has to know nothing. */
export function FirstSteps({ service, access: { bot_id, api_key, secret }, onFinish }: FirstStepsProps) {
  const t = texts.organization.integrations
  const botName = useStore().users.name(bot_id) ?? service.label
  const isFeed = service.source === 'feed'
  const text = useRef<HTMLParagraphElement>(null)
  // The form that had the focus has left the DOM.
  useLayoutEffect(() => text.current!.focus(), [])
  return (
    <>
      <p ref={text} tabIndex={-1} dir="auto">
        {(isFeed ? t.feed.wasAdded : t.wasAdded)(botName)}
      </p>
      {!isFeed && (
        <>
          <Section title={secret === null ? t.access.title : t.access.titleWithSecret}>
            <div class="fields">
              <p>{(secret === null ? t.access.once : t.access.bothOnce)(service.label)}</p>
              <CopyLine label={t.access.address} text={integrationAddress(service.name, api_key)} />
              {secret !== null && <CopyLine label={t.access.secret} text={secret} />}
            </div>
          </Section>
          <SetupSteps service={service} />
          {service.secret_made_by === 'service' && <ServiceSecret bot_id={bot_id} service={service} />}
        </>
      )}
      {isFeed && <FeedReading bot_id={bot_id} />}
      <TestMessage bot_id={bot_id} />
      <div class="buttons">
        <Button onClick={onFinish}>{t.finish}</Button>
      </div>
    </>
  )
}
