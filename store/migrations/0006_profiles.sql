CREATE TABLE "profile_states" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"definitions" jsonb NOT NULL,
	"hours" "bytea" NOT NULL,
	"curves" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"year" integer NOT NULL,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"base_profile_type" text,
	"base_profile_name" text,
	"total_kwh" double precision,
	"peak_kw" double precision,
	"total_export_kwh" double precision NOT NULL,
	"peak_export_kw" double precision NOT NULL,
	"layer_count" integer NOT NULL,
	"has_solar_layer" boolean NOT NULL,
	"lacks_solar" boolean NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profile_states" ADD CONSTRAINT "profile_states_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profiles_by_organization" ON "profiles" USING btree ("organization_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "profiles_by_kind" ON "profiles" USING btree ("organization_id","kind","id" DESC NULLS LAST);