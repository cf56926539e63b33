import { expect, test } from "bun:test"
import { readJunit } from "../support/junit.ts"

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="4" assertions="2" failures="1" skipped="1" time="0.01">
  <testsuite name="a.test.ts" file="a.test.ts" time="0.01">
    <testsuite name="group" file="a.test.ts" line="2">
      <testcase name="holds &lt;one&gt;" classname="group" file="a.test.ts" line="2">
        <failure type="AssertionError" message="expect(received).toBe(expected)&#10;&#10;Expected: 2">text</failure>
      </testcase>
      <testcase name="waits" classname="group" file="a.test.ts" line="5"><skipped /></testcase>
    </testsuite>
    <testcase name="first" classname="" file="a.test.ts" line="8" />
    <testcase name="second" classname="" file="a.test.ts" line="9" />
  </testsuite>
</testsuites>`

test("the report of a run gives its totals, the time of each file, and each test that did not pass", () => {
  expect(readJunit(REPORT)).toEqual({
    totals: { passed: 2, failed: 1, skipped: 1 },
    unpassed: [
      {
        outcome: "failed",
        place: "a.test.ts:2",
        name: "group > holds <one>",
        message: "expect(received).toBe(expected)\n\nExpected: 2",
      },
      { outcome: "skipped", place: "a.test.ts:5", name: "group > waits", message: "" },
    ],
    files: [{ file: "a.test.ts", seconds: 0.01 }],
  })
})
