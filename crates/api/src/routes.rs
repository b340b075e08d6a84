//! Every function and every path, once. The template, the OpenAPI document and the local server are tested against this.

use http::Method;

/// A function of the stack: one AWS Lambda each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// `POST /invites`
    CreateInvite,
    /// `POST /invites/{id}/acceptance`
    AcceptInvite,
    /// `DELETE /invites/{id}`
    CancelInvite,
    /// `GET /rooms/{id}`
    GetRoom,
    /// `POST /rooms/{id}/moves`
    SubmitMove,
    /// `POST /rooms/{id}/draw-offer`
    ProposeDraw,
    /// `POST /rooms/{id}/draw-offer/acceptance`
    AcceptDraw,
    /// `POST /rooms/{id}/draw-offer/refusal`
    DeclineDraw,
    /// `POST /rooms/{id}/resignation`
    Resign,
    /// `POST /rooms/{id}/absence-claim`
    ClaimAbsence,
    /// `POST /rooms/{id}/rematch`
    OfferRematch,
    /// `POST /rooms/{id}/huff`
    Huff,
    /// `GET /rooms/{id}/games/{n}`
    ExportGame,
    /// `GET /rooms/{id}/board.png`
    BoardImage,
    /// The pages that a browser opens, and what they are made of.
    SharePage,
    /// `GET /openapi.json`
    DescribeApi,
    /// Whatever no other route takes.
    NotFound,
    /// Called by the schedule; has no path.
    CheckAbsences,
}

impl Function {
    /// Every function.
    pub const ALL: [Function; 18] = [
        Function::CreateInvite,
        Function::AcceptInvite,
        Function::CancelInvite,
        Function::GetRoom,
        Function::SubmitMove,
        Function::ProposeDraw,
        Function::AcceptDraw,
        Function::DeclineDraw,
        Function::Resign,
        Function::ClaimAbsence,
        Function::OfferRematch,
        Function::Huff,
        Function::ExportGame,
        Function::BoardImage,
        Function::SharePage,
        Function::DescribeApi,
        Function::NotFound,
        Function::CheckAbsences,
    ];

    /// The name: of its crate, its binary, its OpenAPI operation and in `actions`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Function::CreateInvite => "create-invite",
            Function::AcceptInvite => "accept-invite",
            Function::CancelInvite => "cancel-invite",
            Function::GetRoom => "get-room",
            Function::SubmitMove => "submit-move",
            Function::ProposeDraw => "propose-draw",
            Function::AcceptDraw => "accept-draw",
            Function::DeclineDraw => "decline-draw",
            Function::Resign => "resign",
            Function::ClaimAbsence => "claim-absence",
            Function::OfferRematch => "offer-rematch",
            Function::Huff => "huff",
            Function::ExportGame => "export-game",
            Function::BoardImage => "board-image",
            Function::SharePage => "share-page",
            Function::DescribeApi => "describe-api",
            Function::NotFound => "not-found",
            Function::CheckAbsences => "check-absences",
        }
    }

    /// Whether a computer rival may have to find a move in this function: its first one, its answer to a move, or its
    /// first one of another game. A huff is not among them: a rival makes no wrong move, so nobody ever huffs it.
    #[must_use]
    pub const fn thinks(self) -> bool {
        matches!(
            self,
            Function::CreateInvite | Function::SubmitMove | Function::OfferRematch
        )
    }

    /// The throttle of its own that this function's routes have, if one request costs more than others do.
    #[must_use]
    pub const fn throttle(self) -> Option<Throttle> {
        match self {
            // Each makes an item: an invite stays for a week at least, a finished game for as long as its room.
            Function::CreateInvite | Function::OfferRematch
            // Each is drawn.
            | Function::BoardImage
            // Each reads a whole game, whose text is long.
            | Function::ExportGame => Some(Throttle::DEAR),
            _ => None,
        }
    }
}

/// How many requests a gateway lets through on one route, of all callers together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throttle {
    /// Requests a second.
    pub rate: u32,
    /// Requests at once, after a quiet time.
    pub burst: u32,
}

impl Throttle {
    /// For routes that make an item or cost much work.
    pub const DEAR: Throttle = Throttle {
        rate: 20,
        burst: 60,
    };
}

/// One method on one path, and the function that answers. `HEAD` is answered wherever `GET` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// `GET`, `POST` or `DELETE`.
    pub method: &'static str,
    /// The path, with `{names}` for its parameters, as API Gateway and OpenAPI write it.
    pub path: &'static str,
    /// Who answers.
    pub function: Function,
}

const fn route(method: &'static str, path: &'static str, function: Function) -> Route {
    Route {
        method,
        path,
        function,
    }
}

/// The table of routes.
pub const ROUTES: [Route; 19] = [
    route("POST", "/invites", Function::CreateInvite),
    route("POST", "/invites/{id}/acceptance", Function::AcceptInvite),
    route("DELETE", "/invites/{id}", Function::CancelInvite),
    route("GET", "/rooms/{id}", Function::GetRoom),
    route("POST", "/rooms/{id}/moves", Function::SubmitMove),
    route("POST", "/rooms/{id}/draw-offer", Function::ProposeDraw),
    route(
        "POST",
        "/rooms/{id}/draw-offer/acceptance",
        Function::AcceptDraw,
    ),
    route(
        "POST",
        "/rooms/{id}/draw-offer/refusal",
        Function::DeclineDraw,
    ),
    route("POST", "/rooms/{id}/resignation", Function::Resign),
    route("POST", "/rooms/{id}/absence-claim", Function::ClaimAbsence),
    route("POST", "/rooms/{id}/rematch", Function::OfferRematch),
    route("POST", "/rooms/{id}/huff", Function::Huff),
    route("GET", "/rooms/{id}/games/{n}", Function::ExportGame),
    route("GET", "/rooms/{id}/board.png", Function::BoardImage),
    route("GET", "/openapi.json", Function::DescribeApi),
    route("GET", "/", Function::SharePage),
    route("GET", "/r/{id}", Function::SharePage),
    route("GET", "/assets/{file}", Function::SharePage),
    route("GET", "/problems/{name}", Function::SharePage),
];

/// The values of a path's parameters, by name, decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// The value of a parameter; empty if the path has none of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.0
            .iter()
            .find(|(key, _)| key == name)
            .map_or("", |(_, value)| value)
    }
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for Params {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Params {
        Params(
            pairs
                .into_iter()
                .map(|(key, value)| (key.into(), value.into()))
                .collect(),
        )
    }
}

/// Which route a request takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matched {
    /// This one.
    Route(Route, Params),
    /// The path exists, but not with this method. The methods it has.
    OtherMethod(Vec<&'static str>),
    /// There is no such path.
    Nowhere,
}

/// Finds the route of a method and a raw path.
#[must_use]
pub fn find_route(method: &Method, path: &str) -> Matched {
    let asked = if method == Method::HEAD {
        "GET"
    } else {
        method.as_str()
    };
    let mut methods = Vec::new();
    for route in ROUTES {
        let Some(params) = match_path(route.path, path) else {
            continue;
        };
        if route.method == asked {
            return Matched::Route(route, params);
        }
        methods.push(route.method);
        if route.method == "GET" {
            methods.push("HEAD");
        }
    }
    if methods.is_empty() {
        Matched::Nowhere
    } else {
        Matched::OtherMethod(methods)
    }
}

fn match_path(pattern: &str, path: &str) -> Option<Params> {
    let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
    let mut params = Vec::new();
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return Some(Params(params)),
            (Some(want), Some(part)) => match want
                .strip_prefix('{')
                .and_then(|name| name.strip_suffix('}'))
            {
                Some(_) if part.is_empty() => return None,
                Some(name) => {
                    let value = percent_encoding::percent_decode_str(part).decode_utf8_lossy();
                    params.push((name.to_owned(), value.into_owned()));
                }
                None if want == part => {}
                None => return None,
            },
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_gives_its_parameters_decoded() {
        let Matched::Route(route, params) = find_route(&Method::GET, "/rooms/a%20b/games/1.pgn")
        else {
            panic!("no route");
        };
        assert_eq!(
            (route.function, params.get("id"), params.get("n")),
            (Function::ExportGame, "a b", "1.pgn")
        );
    }

    #[test]
    fn head_goes_where_get_goes() {
        assert!(matches!(
            find_route(&Method::HEAD, "/rooms/x"),
            Matched::Route(..)
        ));
        assert!(matches!(
            find_route(&Method::HEAD, "/invites"),
            Matched::OtherMethod(_)
        ));
    }

    #[test]
    fn a_wrong_method_is_told_the_right_ones() {
        assert_eq!(
            find_route(&Method::PUT, "/rooms/x"),
            Matched::OtherMethod(vec!["GET", "HEAD"])
        );
        assert_eq!(find_route(&Method::PUT, "/rooms"), Matched::Nowhere);
        assert_eq!(find_route(&Method::GET, "/rooms/"), Matched::Nowhere);
    }

    #[test]
    fn every_function_has_a_name_of_its_own_and_all_but_two_a_route() {
        let mut names: Vec<_> = Function::ALL
            .iter()
            .map(|function| function.name())
            .collect();
        names.dedup();
        assert_eq!(names.len(), Function::ALL.len());
        for function in Function::ALL {
            let routed = ROUTES.iter().any(|route| route.function == function);
            assert_eq!(
                routed,
                !matches!(function, Function::NotFound | Function::CheckAbsences),
                "{}",
                function.name()
            );
        }
    }
}
