import { expect, test } from 'vitest'
import { networkOf } from '../../src/core/http/network-address'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::192.0.2.1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  '',
  'nonsense',
  '203.0.113',
  '203.0.113.256',
  '1.2.3.4.5',
  '2001:db8',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8',
  '1::2::3',
  '12345::',
  '1.2.3.4::',
  ':1:2:3:4:5:6:7',
  '::g',
])('%j is no address, and stands for itself', (text) => {
  expect(networkOf(text)).toBe(text)
})

test('what is too long for an address is cut short', () => {
  expect(networkOf('x'.repeat(100_000)).length).toBeLessThan(100)
  expect(networkOf(`${':'.repeat(100_000)}1`).length).toBeLessThan(100)
})
