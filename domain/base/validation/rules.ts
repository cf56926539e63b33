import type { Path } from "./path.ts"

/**
 * Parameters of every rule that an input may break. The catalogues in `domain/texts` have a sentence for each rule. A
 * parameter `other` or `others` is the path of another field of the same input.
 */
export type RuleParams = FieldRules & ScanRules & ProfileRules & MeterFileRules & OtherRules
export type Rule = keyof RuleParams

/** Rules without parameters. */
export type Nothing = Readonly<Record<never, never>>

interface OtherField {
  other: Path
}

/** Allowed values: a list, a constant, or a JSON type. */
export type Expected = { values: readonly string[] } | { constant: unknown } | { type: string }

/** Forms of texts that a pattern checks. */
export type TextForm =
  | "email"
  | "no-control-characters"
  | "layer-id"
  | "product-id"
  | "drawing"
  | "colour"
  | "day"
  | "uuid"
  | "list-cursor"
  | "event-cursor"

/** Rules of single fields, checked by the schemas. */
interface FieldRules {
  required: Nothing
  /** `other`: path of the nearest known name. */
  "unknown-field": { other?: Path }
  /** Rule of query parameters; `nearest`: the nearest known name. */
  "unknown-parameter": { nearest?: string }
  "parameter-once": Nothing
  type: { expected: readonly Expected[] }
  "whole-number": Nothing
  "multiple-of": { step: number }
  "at-least": { minimum: number }
  "at-most": { maximum: number }
  above: { limit: number }
  below: { limit: number }
  "not-empty": Nothing
  "at-least-characters": { minimum: number }
  "at-most-characters": { maximum: number }
  "text-form": { form: TextForm }
  matches: { expression: string }
  "at-least-entries": { minimum: number }
  "at-most-entries": { maximum: number }
  "total-at-most": { maximum: number }
  "storable-text": Nothing
  "storable-names": Nothing
  unique: { within?: "layer" }
  /** Controller that a limit of the tariff replaces. */
  "former-controller": { value: string }
  date: { form: "day" | "day-or-time" | "day-or-zoned-time" | "plain-day-or-time" }
}

/** Rules between the fields of a scan request, and between a request and its references. */
interface ScanRules {
  /** Market prices at a place without any; `template`: id of a usual contract there. `country` is null at sea. */
  "tariff-needed": { country: string | null; template: string }
  "required-when": OtherField & { value: string }
  "left-out-when": OtherField & { value: string }
  "point-rises": Nothing
  "at-most-other": OtherField & { value: number }
  "given-together": OtherField
  "needs-studio": Nothing
  "profile-defines": Nothing
  "unknown-load-profile": { name: string }
  "export-needs-panels": Nothing
  "export-of-all-used": Nothing
  /** Rules of scans that failed, before the nearest load was used instead: this and the next. */
  "export-above-production": { exportedKwh: number; producedKwh: number }
  "export-does-not-fit": { exportedKwh: number; boughtKwh: number; producedKwh: number }
  "feed-in-above-price": { priceEurPerKwh: number }
  /** Kind of hour without a window: month 1–12, day as windows name it, hour 0–23. */
  "windows-leave-out": { month: number; day: string; hour: number }
  "hours-differ": Nothing
  "hours-or-quarters": { found: number }
  /** Price beyond 10 EUR/kWh. */
  "price-in-unit": { unit: string }
  "price-series-low": { unit: string; minimum: number }
  "price-series-deleted": Nothing
  /** Market prices and taxes are available in EUR only. */
  "only-in-euro": { currency: string }
  "holidays-unknown": { country: string | null }
  "netting-without-taxes": Nothing
  "netting-with-fixed-feed-in": Nothing
  "needs-energyhub-profile": Nothing
  "roundtrip-product": { others: readonly [charge: Path, discharge: Path]; percent: number }
  "another-name": OtherField
  "battery-too-slow": OtherField & { hours: number; leastKw: number }
  "beside-products": Nothing
  "no-product-fits": Nothing
  "too-many-module-choices": { found: number; maximum: number }
  "too-many-products-fit": { maximum: number }
  "fixed-by-original": Nothing
  "scan-in-hours": Nothing
  "step-not-adjustable": { step: string }
  "parent-not-completed": { status: "pending" | "processing" | "error" }
  "sandbox-without-profiles": Nothing
  "profile-of-another-kind": { kind: string }
  "profile-without-hours": Nothing
  "profile-deleted": Nothing
  "load-profile-deleted": Nothing
  "profile-lacks-solar": { name: string }
  /** `name`: the profile; `part`: its layer or asset with the same panels. */
  "panels-in-profile": OtherField & { name: string; part: string }
  /** `name`: the profile; `meter`: its meter file with feed-in. */
  "panels-behind-meter": OtherField & { name: string; meter: string }
  "battery-behind-meter": OtherField & { name: string; meter: string }
}

/** Rules of studio, energyhub and laadplein profiles. */
interface ProfileRules {
  "one-is-required": { others: readonly Path[] }
  "shape-without-data": Nothing
  "one-shape": OtherField
  /** `isWithoutData`: the shape alone makes the profile's base. */
  "unknown-profile-key": { key: string; isWithoutData: boolean }
  "template-without-data": { values: readonly string[] }
  "above-zero-without-data": Nothing
  "not-of-preset": { preset: string }
  "solar-config-required": Nothing
  "solar-config-without-data": Nothing
  "surface-required": Nothing
  "second-layer": { preset: "solar" | "ev" }
  "second-layer-of-state": { preset: string }
  "layer-before-base": Nothing
  "too-many-parts": { maximum: number }
  "source-without-energy": Nothing
  "direction-of-type": { direction: string; assetType: string }
  "not-behind-source": Nothing
  "heat-pump-never-runs": Nothing
  "either-or": OtherField
  "counts-only-with": OtherField
  "year-of-hours": { hours: number; given: number }
  "base-required": Nothing
  "export-without-origin": Nothing
  "index-with-date": Nothing
  "index-of-year": Nothing
  "index-of-view": { maximum: number; view: string }
  "not-later-than-now": Nothing
  "not-after-other": OtherField
  "page-of-search": { maximum: number; rows: number }
}

/** Interpretation of a meter file's table. */
export type TableKind =
  | { container: "csv"; delimiter: "semicolon" | "comma" | "tab" | "bar" }
  | { container: "sheet"; name: string }

/** Files of another kind than meter exports. */
export type OtherKind = "old-excel" | "pdf" | "database" | "gzip" | "json" | "p1" | "xml"

/** Reasons why a known export format is not read. */
export type NotReadReason = "gas" | "water" | "daily" | "production"

/** Reasons for refusing a meter file. */
interface MeterFileRules {
  "file-too-large": { mebibytes: number }
  "file-empty": Nothing
  "file-of-other-kind": { kind: OtherKind }
  "file-not-text": Nothing
  "file-too-slow": Nothing
  "file-too-much-memory": Nothing
  "file-rows": { maximum: number }
  "file-line-length": { line: number; maximum: number }
  "file-open-quote": { row: number }
  "file-zip-damaged": Nothing
  "file-zip-parts": { parts: number; maximum: number }
  "file-zip-size": { mebibytes: number }
  "file-zip-ratio": { maximum: number }
  "file-zip-method": Nothing
  "file-encrypted": Nothing
  "file-without-workbook": Nothing
  "file-sheet-missing": { sheet: string }
  "file-workbook-damaged": Nothing
  "file-days-from-1904": Nothing
  "file-format-not-read": { format: string; reason: NotReadReason }
  "file-format-unknown": {
    name: string
    table: TableKind
    columns: readonly string[]
    hasMoreColumns: boolean
    /** Minutes between the first two rows; null without dates. */
    rowMinutes: number | null
    formats: readonly string[]
  }
  "file-titles-missing": Nothing
  /** Titles of the table's columns, at least one. */
  "file-unit-missing": { columns: readonly string[] }
  /** Titles of the unclear columns, at least two. */
  "file-directions-unclear": { columns: readonly string[] }
  "file-energy-of-others": { columns: readonly string[] }
  /** Rules of a row: `column` is the title or number; older stored violations lack it. */
  "file-row-moment": { row: number; column?: string }
  "file-row-hour": { row: number; column?: string; maximum: number }
  "file-row-number": { row: number; column?: string; text: string }
  "file-row-unit": { row: number; column: string; text: string }
  "file-row-time": { row: number; column?: string; text: string }
  "file-row-cells": { row: number; cells: number; titles: number }
  "file-row-cells-few": { row: number; cells: number; needed: number }
  "file-same-moments": Nothing
  "file-readings-fall": Nothing
  /** `kwh`: sum of the rises; `days`: measured days. */
  "file-readings-unclear": { kwh: number; days: number }
  "file-looks-like-readings": Nothing
  "file-date-order": Nothing
  "file-dates-swapped": Nothing
  "file-registers": { maximum: number }
  "file-interval-energy": { kwh: number }
  "file-few-values": Nothing
  "file-too-coarse": { hours: number }
  "file-no-whole-hour": { format: string }
  "file-connections": { format: string; connections: number }
  "file-negative": { format: string; values: number }
  "file-gas": { format: string }
  "file-without-units": Nothing
  "file-only-fed-in": { format: string }
  "file-balance-reversed": Nothing
  "file-no-values": { format: string }
  "file-too-short": { days: number; minimum: number }
}

/** Rules of headers, uploads, passwords, price files, tiers and custom load profiles. */
interface OtherRules {
  "idempotency-key": Nothing
  "not-a-form": Nothing
  "form-parts": { maximum: number }
  "form-part-head": { maximum: number }
  "required-as-file": Nothing
  image: Nothing
  "password-wrong": Nothing
  "password-same": OtherField
  "password-common": Nothing
  "password-link-over": Nothing
  "not-a-header-name": { name: string }
  "header-twice": Nothing
  "header-masked": Nothing
  "header-reserved": Nothing
  "header-value": Nothing
  "not-a-url": { reason: "not-absolute" | "protocol" | "credentials" }
  "url-not-public": { host: string }
  /** Conflict of the mode in a query with the API key's mode. */
  "mode-of-key": { mode: "live" | "sandbox" }
  "unknown-name": { values: readonly string[]; name: string; nearest?: string }
  "not-a-tier": { values: readonly string[]; nearest?: string }
  "tier-name": { name: string }
  "price-file-layout": { columns: readonly string[] }
  "price-file-time": { line: number; text: string }
  "price-file-price": { line: number; text: string }
  "price-file-high": { line: number; eurPerMwh: number; maximum: number }
  "price-file-low": { zone: string; year: number; minimum: number }
  "price-file-zone": Nothing
  "price-file-unit": { line: number; unit: string; expected: string }
  "price-file-columns": { columns: readonly string[] }
  "price-file-clock": { row: number; text: string; zone: string }
  "price-file-ends": Nothing
  "price-hours-missing": { year: number; hours: number; from: string }
  "time-zone": { name: string }
  "custom-load-profile-required": Nothing
  "not-a-custom-load-profile": { recordId: string }
  "load-profile-of-zeros": { recordId: string }
  "csv-rows": { expected: number; found: number }
  "csv-row-below-zero": { row: number; text: string }
  "csv-row-above": { row: number; text: string; maximumKw: number }
  "csv-row-empty": { row: number }
  "csv-row-decimal-comma": { row: number; text: string }
  "csv-row-columns": { row: number; text: string }
  "csv-row-not-a-number": { row: number; text: string }
  "csv-columns": { columns: readonly string[] }
  "csv-products": { maximum: number }
  "csv-number-ambiguous": { text: string }
  "csv-column-twice": Nothing
}
