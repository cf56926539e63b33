CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"hash" text NOT NULL,
	"last4" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"branding_display_name" text DEFAULT '' NOT NULL,
	"branding_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scan_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"relayed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "scan_reports" (
	"scan_id" uuid PRIMARY KEY NOT NULL,
	"report" jsonb NOT NULL,
	"series" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"input" jsonb NOT NULL,
	"goal" text NOT NULL,
	"dossier_id" text,
	"run_id" uuid NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"processing_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"error_message" text,
	"self_sufficiency" double precision,
	"return_period" double precision,
	"co2_saved_kg" double precision,
	"has_seen_report" boolean DEFAULT false NOT NULL,
	"root_id" uuid,
	"share_token" text,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scans_share_token_unique" UNIQUE("share_token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_events" ADD CONSTRAINT "scan_events_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_reports" ADD CONSTRAINT "scan_reports_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "scan_events_once" ON "scan_events" USING btree ("scan_id","name");--> statement-breakpoint
CREATE INDEX "scan_events_waiting" ON "scan_events" USING btree ("id") WHERE relayed_at is null;--> statement-breakpoint
CREATE INDEX "scans_by_organization" ON "scans" USING btree ("organization_id","mode","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "scans_unfinished" ON "scans" USING btree ("id") WHERE status in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "scans_by_root" ON "scans" USING btree ("root_id") WHERE root_id is not null;