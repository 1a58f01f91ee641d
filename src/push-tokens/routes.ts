import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { text } from '../core/http/params'

const longestToken = 4096

const pushToken = text(
  z.string().min(1, 'Empty or invalid length token').max(longestToken, 'Empty or invalid length token'),
)

/** Token that Apple gave the app on this device, in base64: at most 4,096 characters. */
const apnsToken = pushToken

/** Token that Google gave the app on this device, at most 4,096 characters. */
const gcmToken = pushToken

/**
 * Stores the device; nothing is sent to devices yet. Registering it again is no error. Of more than 100 Apple devices of
 * yours the one that was registered longest ago is dropped.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST The token is empty, too long or not in base64.
 */
export const addApnsTokenEndpoint = endpoint('POST /users/me/apns_device_token', {
  summary: 'Register an Apple device for push notifications',
  overSocket: true,
  params: {
    token: apnsToken,
    /** Identifier of the app, at most 200 characters: a device may have several apps. */
    appid: text(z.string().max(200)).optional(),
  },
  returns: {},
  async run({ params: { token, appid = null }, realm }) {
    return realm.perform('addPushToken', { service: 'apns', token, app_id: appid })
  },
})

/**
 * Removes one of your own devices, for example when you log out on it.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST The token is empty, too long or not in base64, or you have no such device.
 */
export const removeApnsTokenEndpoint = endpoint('DELETE /users/me/apns_device_token', {
  summary: 'Remove an Apple device',
  overSocket: true,
  params: { token: apnsToken },
  returns: {},
  async run({ params: { token }, realm }) {
    return realm.perform('removePushToken', { service: 'apns', token })
  },
})

/**
 * Stores the device; nothing is sent to devices yet. Registering it again is no error. Of more than 100 Android devices of
 * yours the one that was registered longest ago is dropped.
 *
 * @error BAD_REQUEST You are a bot.
 */
export const addGcmTokenEndpoint = endpoint('POST /users/me/android_gcm_reg_id', {
  summary: 'Register an Android device for push notifications',
  overSocket: true,
  params: { token: gcmToken },
  returns: {},
  async run({ params: { token }, realm }) {
    return realm.perform('addPushToken', { service: 'gcm', token, app_id: null })
  },
})

/**
 * Removes one of your own devices, for example when you log out on it.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST You have no such device.
 */
export const removeGcmTokenEndpoint = endpoint('DELETE /users/me/android_gcm_reg_id', {
  summary: 'Remove an Android device',
  overSocket: true,
  params: { token: gcmToken },
  returns: {},
  async run({ params: { token }, realm }) {
    return realm.perform('removePushToken', { service: 'gcm', token })
  },
})
