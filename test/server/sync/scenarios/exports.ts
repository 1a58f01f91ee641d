import { waitForExports, requestExport, requestOwnData } from '../../../kit/archives'
import type { Scenario } from '../scenario'

/** Only who asks hears of an export; registrations say nothing of them, so clients ask for the list. */
export const exportScenarios: Scenario[] = [
  {
    title: 'an export is asked for',
    action: 'requestExport',
    told: ['administrator'],
    async play({ administrator, watch }) {
      await watch()
      await requestExport(administrator)
    },
  },
  {
    title: 'exports are made, one after the other',
    action: 'advanceExport',
    told: ['administrator'],
    async play({ administrator, watch }) {
      await watch()
      const listener = await administrator.listen({ event_types: ['realm_export'] })
      await administrator.post('/export/realm')
      await administrator.post('/export/realm')
      await waitForExports(listener)
    },
  },
  {
    title: 'an export is deleted',
    action: 'deleteExport',
    told: ['administrator'],
    async play({ administrator, watch }) {
      const { id } = await requestExport(administrator)
      await watch()
      await administrator.delete(`/export/realm/${id}`)
    },
  },
  {
    title: 'somebody asks for an archive of their own data',
    action: 'requestOwnData',
    told: ['guest'],
    async play({ guest, watch }) {
      await watch()
      await requestOwnData(guest)
    },
  },
  {
    title: 'an archive of somebody’s own data is made',
    action: 'advanceOwnData',
    told: ['guest'],
    async play({ guest, watch }) {
      await watch()
      await requestOwnData(guest)
    },
  },
  {
    title: 'an archive of somebody’s own data is deleted',
    action: 'deleteOwnData',
    told: ['guest'],
    async play({ guest, watch }) {
      await requestOwnData(guest)
      await watch()
      await guest.delete('/users/me/data')
    },
  },
]
