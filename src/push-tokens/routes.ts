import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { text } from '../core/http/params'

const longestToken = 4096

const token = text(
  z.string().min(1, 'Empty or invalid length token').max(longestToken, 'Empty or invalid length token'),
)

/** Of several apps on one device. */
const appid = text(z.string().max(200)).optional()

/** Which devices want push notifications, for the day when the server sends them (README, What there is). */
export const addApnsTokenEndpoint = endpoint('POST /users/me/apns_device_token', {
  summary: 'Register an Apple device for push notifications',
  params: { token, appid },
  returns: {},
  async run({ params: { token, appid = null }, realm }) {
    return realm.perform('addPushToken', { service: 'apns', token, app_id: appid })
  },
})

export const removeApnsTokenEndpoint = endpoint('DELETE /users/me/apns_device_token', {
  summary: 'Forget an Apple device',
  params: { token },
  returns: {},
  async run({ params: { token }, realm }) {
    return realm.perform('removePushToken', { service: 'apns', token })
  },
})

export const addGcmTokenEndpoint = endpoint('POST /users/me/android_gcm_reg_id', {
  summary: 'Register an Android device for push notifications',
  params: { token },
  returns: {},
  async run({ params: { token }, realm }) {
    return realm.perform('addPushToken', { service: 'gcm', token, app_id: null })
  },
})

export const removeGcmTokenEndpoint = endpoint('DELETE /users/me/android_gcm_reg_id', {
  summary: 'Forget an Android device',
  params: { token },
  returns: {},
  async run({ params: { token }, realm }) {
    return realm.perform('removePushToken', { service: 'gcm', token })
  },
})
